/** The few pictures of the page, as lines that have the colour of the text. */

const LINES = {
  brand: 'M7 17.5 17 6.5M7 17.5m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M17 6.5m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  now: 'M3 12h4l3-8 4 16 3-8h4',
  agents: 'M4 5h16v14H4zM8 10l2.5 2L8 14M13 14.5h3.5',
  talk: 'M4 5h11v8H9l-3 3v-3H4zM18 9h2v8h-2v3l-3-3h-4v-1',
  work: 'M5 5h4v14H5zM12 5h4v9h-4zM19 5v6',
  messages: 'M3.5 6h17v12h-17zM3.5 6.5 12 13l8.5-6.5',
  hosts: 'M4 5h16v5H4zM4 14h16v5H4zM7.5 7.5h.01M7.5 16.5h.01',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M16 16l4.5 4.5',
  back: 'M14.5 5 8 12l6.5 7',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
} as const;

export function Icon({ name }: { readonly name: keyof typeof LINES }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={LINES[name]} />
    </svg>
  );
}
