/** The script of the product page, which `site-script.ts` loads after it. */
import { updateRuleDemo } from './rule-demo.ts';

addEventListener('input', ({ target }) => {
  const demo = target instanceof Element && target.closest<HTMLElement>('[data-rule-demo]');
  if (demo) updateRuleDemo(demo);
});

// It may have been used before this script arrived.
document.querySelectorAll<HTMLElement>('[data-rule-demo]').forEach(updateRuleDemo);

// Without scripts, and on wide screens, everything is open.
if (matchMedia('(width < 40rem)').matches) {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('[data-fold]')) {
    details.open = false;
    // At once: the page must not move while it is read.
    for (const animation of details.getAnimations({ subtree: true })) animation.finish();
  }
}
