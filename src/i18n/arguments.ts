/** What is wrong with an argument of a tool. */
import type { Texts } from './language.js';

export const ARGUMENT_TEXTS = {
  must_be_text: { en: '{name} must be a string', ja: '{name} は文字列で指定してください' },
  must_be_shorter: {
    en: '{name} must be a string of at most {most} characters',
    ja: '{name} は{most}文字以内で指定してください',
  },
  must_be_one_of: {
    en: '{name} must be one of {words}',
    ja: '{name} は次のいずれかで指定してください（{words}）',
  },
  must_be_flag: { en: '{name} must be true or false', ja: '{name} は true または false で指定してください' },
  must_be_list: { en: '{name} must be a list', ja: '{name} はリストで指定してください' },
  must_be_shorter_list: {
    en: '{name} must be a list of at most {most} items',
    ja: '{name} は{most}件以内のリストで指定してください',
  },
  must_be_object: { en: '{name} must be an object', ja: '{name} はオブジェクトで指定してください' },
  must_not_be_empty: { en: '{name} must not be empty', ja: '{name} は空にできません' },
  must_be_number: { en: '{name} must be a whole number', ja: '{name} は整数で指定してください' },
  must_be_number_from: {
    en: '{name} must be a whole number, {minimum} or more',
    ja: '{name} は{minimum}以上の整数で指定してください',
  },
  must_be_number_between: {
    en: '{name} must be a whole number from {minimum} to {maximum}',
    ja: '{name} は{minimum}から{maximum}までの整数で指定してください',
  },
  body_must_be_object: { en: 'the body must be a JSON object', ja: '本文は JSON オブジェクトで指定してください' },
  unknown_argument_near: {
    en: 'there is no argument {name} (did you mean {near}?)',
    ja: '引数 {name} は存在しません（{near} のことですか？）',
  },
  unknown_argument: {
    en: 'there is no argument {name}; the known ones are {known}',
    ja: '引数 {name} は存在しません（使用可能: {known}）',
  },
  no_arguments: {
    en: 'there is no argument {name}; this tool takes none',
    ja: '引数 {name} は存在しません（このツールに引数はありません）',
  },
  tail_or_offset: {
    en: 'tail and offset cannot be used together',
    ja: 'tail と offset は同時に指定できません',
  },
  delegation_for_another: {
    en: 'delegation {delegation_id} is about talking with {target_agent_id}',
    ja: '移譲 {delegation_id} の相手は {target_agent_id} です',
  },
  reason_without_block: {
    en: '{name} can only be given if the task is blocked; the status here is {status}',
    ja: '{name} はタスクが blocked の場合のみ指定できます（ここでのステータス: {status}）',
  },
  parent_is_final: {
    en: 'the parent task {task_id} is {status}',
    ja: '親タスク {task_id} は {status} です',
  },
  local_id_twice: { en: 'local_id {local_id} is used twice', ja: 'local_id {local_id} が重複しています' },
  local_id_unknown: { en: 'no task has local_id {local_id}', ja: 'local_id {local_id} のタスクがありません' },
  circular_dependencies: {
    en: 'circular dependencies: {local_ids}',
    ja: '依存関係が循環しています: {local_ids}',
  },
} as const satisfies Texts;
