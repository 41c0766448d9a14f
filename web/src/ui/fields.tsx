import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { tooLong } from "../lib/format";
import { common } from "../words/common";
import { codeField } from "../words/enter";
import { Icon } from "./icon";

type Common = { label: ComponentChildren; hint?: ComponentChildren; error?: string; aside?: ComponentChildren };

/** A label, its control, a hint, and what the server says is wrong with it. */
function Field({ label, hint, error, aside, children }: Common & { children: (wiring: Wiring) => ComponentChildren }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div class="field">
      <div class="label-row"><label class="l" for={id}>{label}</label>{aside}</div>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      {error && <p class="err" id={`${id}-error`}>{error}</p>}
    </div>
  );
}

interface Wiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** A field that was refused asks for the focus, the first of them gets it. */
function useFocusOnError<T extends HTMLElement>(error: string | undefined) {
  const control = useRef<T>(null);
  useEffect(() => {
    if (error && document.activeElement?.getAttribute("aria-invalid") !== "true") control.current?.focus();
  }, [error]);
  return control;
}

type Text = Common & { value: string; set: (value: string) => void };

interface Native {
  class?: string;
  placeholder?: string;
  autocomplete?: string;
  autocapitalize?: "off";
  spellcheck?: boolean;
  maxLength?: number;
  "data-first"?: boolean;
}
type NativeInput = Native & { type?: "text" | "email" | "password" | "date" | "number"; inputmode?: "numeric"; min?: number; step?: number };

/** What is too long is said, and stays as it was typed or pasted: a browser's own limit would cut its end off unseen. */
export function TextField({ label, hint, error, aside, value, set, maxLength, ...rest }: Text & NativeInput) {
  const control = useFocusOnError<HTMLInputElement>(error);
  return (
    <Field {...{ label, hint, error: error ?? tooLong(value, maxLength), aside }}>
      {(wiring) => <input ref={control} class="in" dir="auto" data-empty={!value || undefined} {...wiring} {...(rest as { type?: "text" })} value={value} onInput={(event) => set(event.currentTarget.value)} />}
    </Field>
  );
}

/** A field that was just opened in the page: one types into it at once. */
export function Opened({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current!.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  return <div ref={place}>{children}</div>;
}

/** Six digits, or a recovery code. */
export const CodeField = ({ label = codeField.label, ...rest }: { label?: string; value: string; set: (value: string) => void; error?: string }) => (
  <TextField label={label} hint={codeField.hint} autocomplete="one-time-code" autocapitalize="off" spellcheck={false} {...rest} />
);

/** A button that shows what is typed, for as long as it is pressed in. */
function useShown() {
  const [shown, setShown] = useState(false);
  return [shown, <button type="button" class="link" aria-pressed={shown} onClick={() => setShown(!shown)}>{shown ? common.hide : common.show}</button>] as const;
}

/** A password can be looked at while it is typed. */
export function PasswordField(props: Text & { autocomplete: "current-password" | "new-password" }) {
  const [shown, aside] = useShown();
  return <TextField {...props} aside={aside} type={shown ? "text" : "password"} autocapitalize="off" spellcheck={false} />;
}

/** Grows with its text. */
export function TextArea({ label, hint, error, aside, value, set, maxLength, ...rest }: Text & Native & { rows?: number }) {
  const control = useFocusOnError<HTMLTextAreaElement>(error);
  return (
    <Field {...{ label, hint, error: error ?? tooLong(value, maxLength), aside }}>
      {(wiring) => <textarea ref={control} class="in" dir="auto" {...wiring} {...rest} value={value} onInput={(event) => set(event.currentTarget.value)} />}
    </Field>
  );
}

/** What is typed is never shown, never filled in by the browser, and gone when its form is. */
export function SecretField({ multiline, ...props }: Text & { multiline?: boolean; "data-first"?: boolean }) {
  const [shown, aside] = useShown();
  const quiet = { autocomplete: "off", spellcheck: false, autocapitalize: "off" } as const;
  return multiline
    ? <TextArea {...props} {...quiet} aside={aside} rows={4} class={shown ? "in mono" : "in mono veiled"} />
    : <TextField {...props} {...quiet} aside={aside} type={shown ? "text" : "password"} autocomplete="new-password" class="in mono" />;
}

/** The browser's own list, in a control that looks as the others do. */
export const Select = (props: JSX.IntrinsicElements["select"]) => <span class="select"><select class="in" {...props} /><Icon name="chevron-down" /></span>;

export function SelectField({ label, hint, error, value, set, options }: Text & { options: [string, string][] }) {
  const control = useFocusOnError<HTMLSelectElement>(error);
  return (
    <Field {...{ label, hint, error }}>
      {(wiring) => (
        <Select ref={control} {...wiring} value={value} onChange={(event) => set(event.currentTarget.value)}>
          {options.map(([id, text]) => <option value={id} selected={id === value} dir="auto">{text}</option>)}
        </Select>
      )}
    </Field>
  );
}

/** Radio buttons or checkboxes that look like chips. */
export function Chips({ label, hint, error, many, options, chosen, toggle }: Common & {
  many?: boolean; options: [string, string][]; chosen: string[]; toggle: (id: string) => void;
}) {
  const id = useId();
  return (
    <fieldset class="field" aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      <div class="chips">
        {options.map(([option, text]) => (
          <label class="chip" key={option}>
            <input type={many ? "checkbox" : "radio"} name={id} checked={chosen.includes(option)} onChange={() => toggle(option)} />
            <bdi>{text}</bdi>
          </label>
        ))}
      </div>
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
      {error && <p class="err" id={`${id}-error`}>{error}</p>}
    </fieldset>
  );
}

/** Checkboxes for words of the API, each with what it means. */
export const Meanings = <T extends string>({ of, chosen, toggle }: { of: readonly [T, string][]; chosen: readonly string[]; toggle: (word: T) => void }) => (
  <>{of.map(([word, what]) => <label key={word}><input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} /><code>{word}</code><span>{what}</span></label>)}</>
);

/** Some of many, each with its own checkbox; nothing where there is nothing to choose. */
export function Picks({ label, options, chosen, set, error }: { label: string; options: [string, ComponentChildren][]; chosen: readonly string[]; set: (ids: string[]) => void; error?: string }) {
  const id = useId();
  if (!options.length) return null;
  const toggle = (one: string) => set(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <fieldset class="field" aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      <div class="scopes picks">
        {options.map(([one, text]) => <label key={one}><input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} /><bdi>{text}</bdi></label>)}
      </div>
      {error && <p class="err" id={id}>{error}</p>}
    </fieldset>
  );
}
