/** Where a page stands: links to what it is in, the outermost first. */
export const Crumbs = ({ label, of }: { label: string; of: [href: string, text: string][] }) => (
  <nav class="crumbs" aria-label={label}><ol>{of.map(([href, text]) => <li key={href}><a href={href} dir="auto">{text}</a></li>)}</ol></nav>
);
