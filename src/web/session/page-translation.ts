/**
 * Keeps the page working and current while the browser translates it: a translator replaces each text node by an
 * element, and React continues to use the text node.
 */

/** The translations of text nodes, and the text nodes of translations. */
const counterparts = new WeakMap<Node, ChildNode>();

const { insertBefore, removeChild } = Node.prototype;

Node.prototype.insertBefore = function (node, before) {
  let place: Node | null | undefined = before && (counterparts.get(before) ?? before);
  while (place && place.parentNode !== this) place = place.parentNode;
  return insertBefore.call(this, node, place ?? null) as typeof node;
};

Node.prototype.removeChild = function (child) {
  if (child.parentNode === this) return removeChild.call(this, child) as typeof child;
  const shown: Node = counterparts.get(child) ?? child;
  shown.parentNode?.removeChild(shown);
  return child;
};

/** Shows the original texts of a parent again, which a translator may have put into one sentence. */
function showOriginals(parent: ParentNode | null) {
  for (const translation of Array.from(parent?.childNodes ?? [])) {
    const original = translation.nodeName === 'FONT' && counterparts.get(translation);
    if (!original) continue;
    counterparts.delete(original);
    translation.replaceWith(original);
  }
}

/** Learns from now on which elements translate which text nodes. */
export const observeTranslations = () =>
  new MutationObserver((records, observer) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // React has changed a text that isn't on the page.
      if (!target.isConnected) showOriginals(counterparts.get(target)?.parentNode ?? null);
      for (const text of removedNodes) {
        const near = [addedNodes[0], previousSibling, nextSibling];
        const translation = near.find(
          (node) => node?.nodeName === 'FONT' && !counterparts.has(node),
        );
        if (!(text instanceof Text) || !translation) continue;
        counterparts.set(text, translation as ChildNode).set(translation, text);
        observer.observe(text, { characterData: true });
      }
      for (const text of addedNodes) {
        const translation = text instanceof Text && counterparts.get(text);
        if (translation && !translation.contains(text)) translation.remove();
      }
    }
  }).observe(document, { childList: true, subtree: true });
