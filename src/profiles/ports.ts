/** The ports that agents of a type try, in order. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const RANGES: Readonly<Record<string, PortRange>> = {
  claude: { first: 8100, last: 8109 },
  gemini: { first: 8110, last: 8119 },
  codex: { first: 8120, last: 8129 },
  opencode: { first: 8130, last: 8139 },
  copilot: { first: 8140, last: 8149 },
  shell: { first: 8150, last: 8159 },
  human: { first: 8160, last: 8169 },
};
const OTHERS: PortRange = { first: 8200, last: 8299 };
const OVERFLOW: PortRange = { first: 8300, last: 32_767 };

export function portRangeOf(type: string): PortRange {
  return RANGES[type] ?? OTHERS;
}

/** The range of the type, then 8300 and up. Never above 32767, because Linux uses those ports for outgoing connections. */
export function* candidatePorts(range: PortRange): Generator<number> {
  for (let port = range.first; port <= range.last; port++) yield port;
  for (let port = OVERFLOW.first; port <= OVERFLOW.last; port++) {
    if (port < range.first || port > range.last) yield port;
  }
}
