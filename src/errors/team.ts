/** Errors of teams: team files, projects, and the people and agents in them. */
import { entry, FAILED, NOT_FOUND, problemLines, USAGE } from './entry.js';

export const TEAM_ERRORS = {
  team_file_not_found: entry(
    404,
    NOT_FOUND,
    'There is no team file {file}.',
    'Change to the folder that contains it, or name it with `-f FILE`.',
  ),
  team_file_invalid: entry(
    400,
    USAGE,
    (d) => `The team file is not valid, so nothing was changed:${problemLines(d.problems)}`,
    'Fix these lines and try again. schema/synapse.schema.json describes every key.',
  ),
  team_busy: entry(
    409,
    FAILED,
    'Another `synapse up` or `synapse down` of {project_id} is still running.',
    'Wait until it is done, then try again.',
  ),
  project_not_found: entry(
    404,
    NOT_FOUND,
    'There is no project {project_id}.',
    'Run `synapse project list` to list all projects.',
  ),
  project_exists: entry(
    409,
    FAILED,
    'Project {project_id} already exists.',
    'Run `synapse project show {project_id}` to see it.',
  ),
  project_paused: entry(
    409,
    FAILED,
    'Project {project_id} is paused, so its agents do not start by themselves.',
    'Run `synapse up` to resume it.',
  ),
  project_declared_elsewhere: entry(
    409,
    FAILED,
    'Project {project_id} is already declared in another team file, {file}.',
    'Give the project in this file another id.',
  ),
  working_directory_not_set: entry(
    500,
    FAILED,
    'Project {project_id} has no working directory, so its chat cannot be stored.',
    'Create the project with a directory: synapse project create <id> --dir DIR',
  ),
  agent_not_assigned_to_project: entry(
    403,
    FAILED,
    '{agent_id} is not assigned to project {project_id}.',
    'Assign it: synapse agent add {agent_id} --project {project_id}',
  ),
  target_agent_not_in_project: entry(
    403,
    FAILED,
    '{target_agent_id} is not in project {project_id}.',
    'Run `synapse agent list --project {project_id}` to see who is.',
  ),
  agent_works_elsewhere: entry(
    409,
    FAILED,
    '{agent_id} already belongs to project {project_id}.',
    'Choose another id in this file, or remove it from that project: synapse agent remove {agent_id} --project {project_id}',
  ),
  agent_is_person: entry(
    409,
    FAILED,
    '{agent_id} is a person here and cannot be an AI agent.',
    'Choose another id for the agent, or another name for yourself: export SYNAPSE_HUMAN=NAME',
  ),
  hierarchy_cycle: entry(
    409,
    FAILED,
    '{parent_agent_id} is below {agent_id} in the hierarchy, so it cannot be its parent.',
    'Run `synapse agent tree` to see the hierarchy.',
  ),
};
