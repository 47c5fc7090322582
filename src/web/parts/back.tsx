/** On a narrow page, the way back from the thing that is open to its list. */
import { addressOf, type View } from '../state/place.js';
import { say } from '../words/words.js';
import { Icon } from './icon.js';

export function Back({ to }: { readonly to: View }) {
  return (
    <a class="back" href={addressOf(to)} aria-label={say('back')}>
      <Icon name="back" />
    </a>
  );
}

/** What the address names is not there, or cannot be shown now. */
export function Missing({ to, why }: { readonly to: View; readonly why: string }) {
  return (
    <div class="missing">
      <Back to={to} />
      <p class="calm-line">{why}</p>
    </div>
  );
}
