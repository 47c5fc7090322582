/** The colours of a terminal on the page, dark and light. */
import type { ITheme } from '@xterm/xterm';

export const DARK_COLORS: ITheme = {
  background: '#131319',
  foreground: '#dcdce4',
  cursor: '#a6a4ff',
  cursorAccent: '#131319',
  selectionBackground: '#45447a',
  ...{ black: '#26262f', red: '#ff8a8a', green: '#7fd6a0', yellow: '#e8c46b', blue: '#8fb2ff' },
  ...{ magenta: '#d6a2f5', cyan: '#79d4e0', white: '#dcdce4', brightBlack: '#8a8a99', brightRed: '#ffa7a7' },
  ...{ brightGreen: '#9fe6ba', brightYellow: '#f4d78d', brightBlue: '#b0c8ff', brightMagenta: '#e4bdfb' },
  ...{ brightCyan: '#9fe3ec', brightWhite: '#ffffff' },
};

export const LIGHT_COLORS: ITheme = {
  background: '#fbfbfd',
  foreground: '#26262f',
  cursor: '#4b4acf',
  cursorAccent: '#fbfbfd',
  selectionBackground: '#cfcff5',
  ...{ black: '#26262f', red: '#b3261e', green: '#17693d', yellow: '#7a5600', blue: '#2a4fb8' },
  ...{ magenta: '#8a2fa8', cyan: '#0f6773', white: '#6c6c78', brightBlack: '#6c6c78', brightRed: '#c4362d' },
  ...{ brightGreen: '#1d7a49', brightYellow: '#8a6300', brightBlue: '#3b62d1', brightMagenta: '#9b3fba' },
  ...{ brightCyan: '#157a88', brightWhite: '#26262f' },
};
