/** A place in a document: the words chosen, and the unit and heading that they stand in. */
export interface Place {
  quote: string;
  unit: string;
  heading: string;
}

const ENTRY = /^([RAMICX]\d{1,2})\b/;
const GOES_ON = /^(?:should|must|needs to|has to|also|is|isn['’]t|are|aren['’]t)\s/i;
const POINTING = /\b(?:this|that|it|these|those)\b/i;
const INSTEAD = /^(?:→|->|=>|instead:|better:|(?:change|rename|correct) (?:it |this |that )?(?:to|into)|replace (?:it |this |that )?(?:by|with))\s*(.+)$/is;
const CHANGES = /^(?:change|replace|correct|rename|swap|exchange)\s.+\s(?:to|by|with|into|for)\s/is;
const IN_PLACE_OF = /.,? (?:not|instead of|rather than) ./i;

/**
 * How a comment at a place can be said so that it stands by itself, the narrowest first; the last says the place and leaves
 * the words as they are. Which of them the team can apply, a quote tells (docs/documents.md).
 */
export function wordings({ quote, unit, heading }: Place, comment: string): string[] {
  const text = comment.trim();
  const entry = ENTRY.exec(quote)?.[1] ?? ENTRY.exec(unit)?.[1];
  const words = `“${quote.replace(/[“”"]/g, "").replace(/\s+/g, " ").trim()}”`;
  const whole = quote === heading || quote === unit;
  const named = entry && whole ? entry : words;
  const found: string[] = [];
  const instead = INSTEAD.exec(text)?.[1];
  if (instead) found.push(`change ${words} to ${instead}${entry ? ` in ${entry}` : ""}`);
  else if (GOES_ON.test(text)) found.push(`${entry ?? named} ${text}`);
  else if (POINTING.test(text)) found.push(text.replace(POINTING, named));
  else {
    if (entry && CHANGES.test(text)) found.push(`in ${entry} ${text}`);
    if (entry && IN_PLACE_OF.test(text)) found.push(`${entry}: ${text}`);
    found.push(text);
  }
  return [...found, `${words}: ${text}`];
}
