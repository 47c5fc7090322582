/** The line above a program that is shown in this terminal: its address, and how to leave it. */
import { VIEWER } from '../../i18n/said/labels.js';
import { told } from '../../i18n/told.js';
import { cutToWidth } from '../print/width.js';

export function bannerFor(
  id: string,
  { readOnly, width }: { readonly readOnly: boolean; readonly width: number },
): string {
  return cutToWidth(told(readOnly ? VIEWER.looking : VIEWER.attached, { id }), width);
}
