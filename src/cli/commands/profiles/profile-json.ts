/** A profile as JSON. */
import type { Profile } from '../../../profiles/profile.js';

export function profileJson(profile: Profile): Record<string, unknown> {
  const { name, command, env, ports, line, channels, typing, screen, resume, transcript, tried, file } = profile;
  const { maxChars, atFiles, ...keys } = typing;
  return {
    name,
    command,
    env,
    ports: `${ports.first}-${ports.last}`,
    line,
    channels,
    typing: { ...keys, max_chars: maxChars, at_files: atFiles },
    screen,
    resume,
    transcript,
    tried,
    file,
  };
}
