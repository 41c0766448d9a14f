import { useState } from "preact/hooks";
import { keysNow, keysOn, switchKeys } from "../lib/keys";
import { Dialog } from "../ui/dialog";
import { keys as words } from "../words/shell";

const keyName = (key: string): string => (key.length > 1 ? key : key === key.toLowerCase() ? key.toUpperCase() : words.shift(key));

/** What `?` opens: every key that does something on this screen. */
export function KeyList({ close }: { close: () => void }) {
  // Those of the screen first: that is what they are looked up for.
  const [groups] = useState(() => [...keysNow()].sort((one, other) => Number(one.title === words.everywhere) - Number(other.title === words.everywhere)));
  const [on, setOn] = useState(keysOn);
  const toggle = () => {
    switchKeys(!on);
    setOn(!on);
  };
  return (
    <Dialog title={words.title} lead={words.lead} close={close} dismiss={words.close}>
      {/* Above the list, because it takes the focus: so the list begins at its top, and the arrows scroll it. */}
      <label class="check"><input type="checkbox" checked={on} onChange={toggle} />{words.on}</label>
      {groups.map(({ title, keys }) => (
        <section class="key-group">
          <h3>{title}</h3>
          <dl>
            {Object.entries(keys).map(([name, [does]]) => (
              <div><dt>{does}</dt><dd>{name.split(" ").map((key) => <kbd>{keyName(key)}</kbd>)}</dd></div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
