import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Sending } from "../api/data";
import { common } from "../words/common";
import { Button, Refusal } from "./parts";

interface Props {
  title: ComponentChildren;
  lead?: ComponentChildren;
  close: () => void;
  /** Sent by Enter as well as by the button. */
  submit?: () => void;
  act?: string;
  danger?: boolean;
  dismiss?: string | null;
  sending?: Sending;
  /** Another answer, between the way out and the act. */
  other?: ComponentChildren;
  children?: ComponentChildren;
}

/** What lies over the page until it is closed; the focus comes back to where it was. */
export function Modal({ close, children, ...rest }: { close: () => void; children: ComponentChildren } & JSX.IntrinsicElements["dialog"]) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    (shown.querySelector<HTMLElement>("[data-first]") ?? shown.querySelector<HTMLElement>("input, select, textarea"))?.focus();
    return () => shown.close();
  }, []);
  return <dialog ref={dialog} onCancel={(event) => { event.preventDefault(); close(); }} {...rest}>{children}</dialog>;
}

/** A modal dialog that asks something. What asks before it destroys starts on the way out. */
export function Dialog({ title, lead, close, submit, act, danger, dismiss = common.cancel, sending, other, children }: Props) {
  const id = useId();
  const { isPending: busy, error } = sending ?? { isPending: false, error: null };
  const send = (event: Event) => {
    event.preventDefault();
    if (!busy) submit?.();
  };
  // Enter makes a new line where several can be written.
  const sendAtOnce = (event: KeyboardEvent) => !danger && act && event.key === "Enter" && (event.ctrlKey || event.metaKey) && send(event);
  return (
    <Modal aria-labelledby={id} close={() => dismiss !== null && close()}>
      <form onSubmit={send} onKeyDown={sendAtOnce} noValidate>
        <div class="dh">
          <h2 id={id}>{title}</h2>
          {lead && <p>{lead}</p>}
        </div>
        {(children || error) && (
          <div class="db">
            {children}
            <Refusal error={error} />
          </div>
        )}
        <div class="df">
          {dismiss !== null && <Button onClick={close} {...(danger ? { "data-first": true } : {})}>{dismiss}</Button>}
          {other}
          {act && <Button type="submit" kind={danger ? "danger" : "primary"} busy={busy}>{act}</Button>}
        </div>
      </form>
    </Modal>
  );
}
