/** Writes a profile as the YAML file that would define it. */
import { harmlessJson, withoutControls } from '../clean-text.js';
import type { Profile } from './profile.js';

export function profileToYaml(profile: Profile): string {
  const { name, command, env, ports, line, channels, typing, screen, resume, transcript, tried, file } = profile;
  return [
    `# The profile ${name}, ${file === null ? 'built in' : `from ${withoutControls(file).replaceAll('\n', ' ')}`}. The name of a profile is the name of its file.`,
    `command: ${harmlessJson(command)}  # the program and its arguments`,
    `env: ${harmlessJson(env)}`,
    `ports: ${ports.first}-${ports.last}`,
    `line: ${line}  # line-oriented: ready once it runs, a message is one line`,
    `channels: ${harmlessJson(channels)}  # how messages reach it, best first`,
    'typing:',
    `  paste: ${typing.paste}  # auto, always or never`,
    `  max_chars: ${typing.maxChars}${line ? '  # counted in bytes' : ''}`,
    `  midturn: ${typing.midturn}  # whether messages may reach it during its work`,
    `  submit: ${keyName(typing.submit)}`,
    `  guard: ${typing.guard === null ? 'none' : keyName(typing.guard)}  # pressed after a last word that may open a menu`,
    `  at_files: ${typing.atFiles}  # whether it reads a file that is named after an @`,
    `  interrupt: ${typing.interrupt === null ? 'none' : keyName(typing.interrupt)}`,
    `  exit: ${typing.exit === null ? 'none' : keyName(typing.exit)}  # the keys that make it end`,
    'screen:  # regular expressions',
    ...Object.entries(screen).map(([key, patterns]) => `  ${key}: ${harmlessJson(patterns)}`),
    `resume: ${harmlessJson(resume)}  # arguments that continue the last conversation`,
    `transcript: ${harmlessJson(transcript)}  # files in which it writes down what it was told`,
    `tried: ${tried ?? 'none'}  # the newest version that this profile was tried with`,
    '',
  ].join('\n');
}

function keyName(key: string): string {
  if (key === '\r') return 'enter';
  if (key === ' ') return 'space';
  if (/^\x1b+$/.test(key)) return [...key].map(() => 'escape').join(' ');
  if (/^[\x01-\x1a]+$/.test(key)) {
    return [...key].map((each) => `ctrl-${String.fromCharCode(each.charCodeAt(0) + 96)}`).join(' ');
  }
  return harmlessJson(key);
}
