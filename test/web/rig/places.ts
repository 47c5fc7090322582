/** Every place that the page can show, in the order in which one gets to it. */
import type { Page } from 'playwright-core';

export interface Place {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
}

const go = (page: Page, place: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${place}`);

export const PLACES: readonly Place[] = [
  { name: 'now', show: (page) => page.waitForSelector('.need.dialog') },
  {
    name: 'cards',
    show: async (page) => {
      await page.waitForSelector('.card');
      await page.evaluate(() => document.querySelector('.cards')?.scrollIntoView());
    },
  },
  {
    name: 'agents',
    show: async (page) => {
      await go(page, 'agents');
      await page.waitForSelector('.picks a:has-text("rex")');
    },
  },
  {
    name: 'agent',
    show: async (page) => {
      await go(page, 'agents/rex');
      await page.waitForSelector('.xterm-rows:has-text("working")');
      await page.waitForSelector('.agent-messages .bubble');
    },
  },
  {
    name: 'agent-with-dialog',
    show: async (page) => {
      await go(page, 'agents/ada');
      await page.waitForSelector('.agent-open .need.dialog');
      await page.waitForSelector('.xterm-rows');
    },
  },
  {
    name: 'agent-stopped',
    show: async (page) => {
      await go(page, 'agents/ann');
      await page.waitForSelector('.no-terminal');
      await page.waitForSelector('.agent-messages .bubble');
    },
  },
  {
    name: 'talk',
    show: async (page) => {
      await go(page, 'talk');
      await page.waitForSelector('.who-talks');
    },
  },
  {
    name: 'thread',
    show: async (page) => {
      await page.click('.picks a:has-text("gift card")');
      await page.waitForSelector('.thread .bubble');
    },
  },
  {
    name: 'delegation',
    show: async (page) => {
      await go(page, 'talk');
      await page.click('.picks a:has-text("cards to test with")');
      await page.waitForSelector('.thread .said');
    },
  },
  {
    name: 'board',
    show: async (page) => {
      await go(page, 'work');
      await page.click('.tabs button >> nth=0');
      await page.waitForSelector('.column a');
    },
  },
  {
    name: 'task',
    show: async (page) => {
      await page.click('.column a:has-text("three card networks")');
      await page.click('.executions button');
      await page.waitForSelector('.log pre:has-text("partial.test.ts")');
    },
  },
  {
    name: 'new-work',
    show: async (page) => {
      await go(page, 'work');
      await page.waitForSelector('.work.alone');
      await page.keyboard.press('c');
      await page.waitForSelector('.form input:focus');
    },
  },
  {
    name: 'tree',
    show: async (page) => {
      await page.click('.form .actions button >> nth=2');
      await page.click('.tabs button >> nth=1');
      await page.waitForSelector('.tree .tree a');
    },
  },
  {
    name: 'messages',
    show: async (page) => {
      await go(page, 'messages');
      await page.waitForSelector('.row:nth-child(5)');
    },
  },
  {
    name: 'message',
    show: async (page) => {
      await page.click('.row:has-text("Shall gift cards expire")');
      await page.waitForSelector('.side:nth-child(2) .line li');
    },
  },
  {
    name: 'new-message',
    show: async (page) => {
      await go(page, 'messages');
      await page.waitForSelector('.row');
      await page.keyboard.press('c');
      await page.waitForSelector('.write-box input:focus');
    },
  },
  {
    name: 'hosts',
    show: async (page) => {
      await go(page, 'hosts');
      await page.waitForSelector('.host');
    },
  },
  {
    name: 'keys',
    show: async (page) => {
      await page.keyboard.press('?');
      await page.waitForSelector('dialog[open]');
    },
  },
];
