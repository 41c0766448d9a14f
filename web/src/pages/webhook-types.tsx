import type { EventType } from "../api/schema";
import { Meanings } from "../ui/fields";
import { MEANING, types as words } from "../words/webhooks";

export const TYPES = Object.keys(MEANING) as (keyof typeof MEANING)[];

interface Props {
  chosen: EventType[];
  choose: (types: EventType[]) => void;
  error: string | undefined;
}

/** Checkboxes for every type, a fold for each family. */
export function Types({ chosen, choose, error }: Props) {
  return (
    <fieldset class="types">
      <legend>{words.legend}</legend>
      <AllOrNone of={TYPES} what={words.everything} chosen={chosen} choose={choose} />
      {words.families.map(([family, name]) => {
        const types = TYPES.filter((type) => type.startsWith(`${family}.`));
        return (
          <details class="fold" key={family}>
            <summary>{name} <span>{words.some(types.filter((type) => chosen.includes(type)).length, types.length)}</span></summary>
            <AllOrNone of={types} what={name} chosen={chosen} choose={choose} />
            <fieldset class="scopes" aria-label={name}>
              <Meanings of={types.map((type) => [type, MEANING[type]])} chosen={chosen} toggle={(type) => choose(chosen.includes(type) ? without(chosen, [type]) : [...chosen, type])} />
            </fieldset>
          </details>
        );
      })}
      {error && <p class="err" role="alert">{error}</p>}
    </fieldset>
  );
}

const without = (chosen: EventType[], types: EventType[]) => chosen.filter((one) => !types.includes(one));

function AllOrNone({ of, what, chosen, choose }: Omit<Props, "error"> & { of: EventType[]; what: string }) {
  const about = <span class="sr">{words.of(what)}</span>;
  return (
    <p class="acts">
      <button type="button" class="link" onClick={() => choose([...without(chosen, of), ...of])}>{words.all}{about}</button>
      <button type="button" class="link" onClick={() => choose(without(chosen, of))}>{words.noneOf}{about}</button>
    </p>
  );
}
