import sprite from "virtual:icons";

/** Beside words or inside a labelled button, so it says nothing itself. */
export const Icon = ({ name }: { name: string }) => (
  <svg class="i" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
