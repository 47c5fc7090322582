/** Errors of the stores, and of the files and folders of SYNAPSE_HOME. */
import { entry, FAILED } from './entry.js';

export const STORAGE_ERRORS = {
  store_in_use: entry(
    409,
    FAILED,
    'Another process is using the message store of {agent}.',
    'Run `synapse status {agent}` to see whether the agent is already running.',
  ),
  store_too_new: entry(
    500,
    FAILED,
    'The store {file} was written by a newer version of Synapse (schema {found}; this version knows {known}). Nothing was changed.',
    'Update Synapse, or start the agent with another `--id`.',
  ),
  store_damaged: entry(
    500,
    FAILED,
    'The store {file} cannot be read: {reason}',
    'Move the file to a safe place and start again. Run `synapse doctor` to check the other stores.',
  ),
  storage_failed: entry(
    507,
    FAILED,
    'Nothing was saved: {reason}',
    'Free some disk space or make {path} writable, then try again.',
  ),
  team_store_busy: entry(
    503,
    FAILED,
    'The team store {file} is locked by another program. Nothing was changed.',
    'Try again in a moment.',
  ),
  home_unusable: entry(
    500,
    FAILED,
    'The folder {path} cannot be used: {reason}',
    'Choose a folder that you can write to: export SYNAPSE_HOME=DIR',
  ),
  socket_path_too_long: entry(
    500,
    FAILED,
    'The socket path {path} is {size} bytes long; the system allows {limit}.',
    'Choose a shorter folder: export SYNAPSE_HOME=DIR (or TMPDIR=DIR)',
  ),
};
