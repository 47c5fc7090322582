/** Describes an event in one line; null if it is not worth showing in the feed. */

import type { Activity } from '../../../a2a/activity.js';
import { FEED } from '../../../i18n/said/feed.js';
import { heldInWords } from '../../../i18n/said/held.js';
import { stateSaid } from '../../../i18n/said/states.js';
import { told } from '../../../i18n/told.js';
import type { Colors } from '../../print/output.js';
import type { Said } from '../../print/speaker-line.js';
import { said } from '../../print/stdio.js';

type Of<Event extends Activity['event']> = Extract<Activity, { readonly event: Event }>;
type Describers = { readonly [Event in Activity['event']]: (activity: Of<Event>, colors: Colors) => Said | null };

export function describe(activity: Activity, colors: Colors): Said | null {
  return (DESCRIBERS[activity.event] as (one: Activity, colors: Colors) => Said | null)(activity, colors);
}

const plain = (text: string): string => text;

/** What points from the sender to the receiver. */
const ARROWS: Readonly<Record<string, string>> = {
  answer: '↩',
  partial: '↩',
  question: '?',
  failure: '✗',
  rejection: '✗',
  cancellation: '⊘',
};

/** Every short wait, which is over in a moment. */
const USUAL = ['a command waits for it', 'busy', 'starting'];

const DESCRIBERS: Describers = {
  message: ({ from, to, kind, text, short_id, is_cut }) => ({
    who: from,
    // What an agent is told about its work comes from its own daemon.
    text: `${from === to ? '←' : `${ARROWS[kind] ?? '→'} ${to}`} [${short_id}] ${text}${is_cut ? '…' : ''}`,
    paint: plain,
  }),
  receipt: ({ state, to, from, short_id: id, reason }, { yellow, red }) => {
    if (state === 'held') {
      const isUsual = reason === null || USUAL.includes(reason);
      return isUsual
        ? null
        : { who: to, text: told(FEED.held, { id, from, reason: said(heldInWords(reason)) }), paint: yellow };
    }
    if (state !== 'failed' && state !== 'expired' && state !== 'uncertain') return null;
    return { who: from, text: told(FEED[state], { id, to, reason }), paint: state === 'uncertain' ? yellow : red };
  },
  task: ({ from, to, short_id: id, state }, { dim }) =>
    state === 'canceled' ? { who: from, text: told(FEED.canceled, { id, to }), paint: dim } : null,
  chat: ({ from, to, text, is_cut, conversation }) => ({
    who: from,
    text: `→ ${to} ${conversation === null ? '' : `[${conversation.slice(0, 12)}] `}${text}${is_cut ? '…' : ''}`,
    paint: plain,
  }),
  conversation: (talk, { green, dim }) => {
    const { from, to, state, purpose } = talk;
    if (state === 'pending') {
      const text = purpose === null ? FEED.asks_to_talk : FEED.asks_to_talk_about;
      return { who: from, text: `● ${told(text, { to, purpose })}`, paint: green };
    }
    if (state === 'active') return { who: to, text: `● ${told(FEED.joined, { with: from })}`, paint: green };
    const facts = { to, reason: endReason(talk), turns: talk.turns, most: talk.max_turns };
    return { who: from, text: `○ ${told(FEED.talk_ended, facts)}`, paint: dim };
  },
  delegation: ({ from, to, status, purpose, result }, { green, red, dim }) => {
    if (status === 'pending') return { who: from, text: `● ${told(FEED.delegates, { to, purpose })}`, paint: green };
    if (status === 'processing') return null;
    const text = status === 'completed' ? FEED.delegated : FEED.not_delegated;
    return { who: from, text: `○ ${told(text, { to, result })}`, paint: status === 'failed' ? red : dim };
  },
  work: (work, { green, red, cyan }) => {
    const who = work.by ?? work.created_by;
    const paint = { done: green, blocked: red, cancelled: red }[work.status] ?? cyan;
    return { who, text: `■ ${workText(work)}`, paint };
  },
  execution: ({ agent, title, work, what, status, exit_code }, { green, red, dim }) => {
    const name = title ?? work;
    if (what === 'started') return { who: agent, text: `▶ ${told(FEED.starts, { title: name })}`, paint: green };
    const end = `${stateSaid(status)}${status === 'failed' && exit_code !== null ? ` (${exit_code})` : ''}`;
    const paint = status === 'failed' ? red : dim;
    return { who: agent, text: `■ ${told(FEED.finishes, { title: name, status: end })}`, paint };
  },
  dialog: (dialog, { yellow, dim }) => {
    if (dialog.what === 'closed') return { who: dialog.agent, text: told(FEED.dialog_closed), paint: dim };
    const choices = dialog.choices.map(({ key, text: label }) => `${key} ${label}`).join(' · ');
    const asked = dialog.command === null ? dialog.text : `${dialog.tool}: ${dialog.command}`;
    const text = told(choices === '' ? FEED.asks : FEED.asks_choices, {
      text: asked.replace(/\s+/g, ' ').trim(),
      choices,
    });
    return { who: dialog.agent, text: `? ${text}`, paint: yellow };
  },
  agent: ({ what, agent: { id } }, { green, red, dim }) => {
    if (what === 'changed') return null;
    if (what === 'started') return { who: id, text: `● ${told(FEED.started)}`, paint: green };
    if (what === 'died') return { who: id, text: `✗ ${told(FEED.died, { id })}`, paint: red };
    return { who: id, text: `○ ${told(FEED.stopped)}`, paint: dim };
  },
  need: (news, { red }) => {
    if (news.what !== 'added' || news.need.what !== 'given_up') return null;
    const { agent, purpose, reason } = news.need;
    return { who: agent, text: `✗ ${told(FEED.gave_up, { purpose, reason })}`, paint: red };
  },
  following: ({ what, agent, reason }, { yellow, dim }) =>
    what === 'lost'
      ? { who: agent, text: told(FEED.lost, { reason }), paint: yellow }
      : { who: agent, text: told(FEED.back), paint: dim },
};

function endReason({ reason, ended_by: who, state }: Of<'conversation'>): string {
  const known = reason as 'initiator_ended' | 'participant_ended' | 'timeout' | 'session_expired' | 'max_turns' | null;
  if (known !== null && known in FEED) return told(FEED[known], { who });
  return state === 'expired' ? told(FEED.nobody_joined) : '';
}

function workText({ what, title, assignee, status, status_before: before, approval }: Of<'work'>): string {
  if (approval === 'pending_approval') return told(FEED.work_approval, { title });
  if (what === 'created')
    return told(assignee === null ? FEED.work_created : FEED.work_created_for, { title, assignee });
  if (before !== null) return told(FEED.work_moved, { title, before: stateSaid(before), status: stateSaid(status) });
  if (approval === 'rejected') return told(FEED.work_rejected, { title });
  return assignee === null ? told(FEED.work_approved, { title }) : told(FEED.work_assigned, { title, assignee });
}
