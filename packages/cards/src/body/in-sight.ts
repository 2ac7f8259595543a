/** Drawn before it comes into sight by this much, so that scrolling finds it there. */
const MARGIN = "400px 0px";

const callbacks = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Tells whether `element` is in sight, or nearly, now and on every change. The returned function ends that. */
export function watchInSight(element: Element, onChange: (isInSight: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) callbacks.get(entry.target)?.(entry.isIntersecting);
    },
    // The one for a page that scrolls, the other for a part of it that does.
    { rootMargin: MARGIN, scrollMargin: MARGIN },
  );
  callbacks.set(element, onChange);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
}
