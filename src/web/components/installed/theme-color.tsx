import { useEffect, useState } from 'react';

/** Gives the window of the installed app the background of the page, in every theme. */
export function ThemeColor() {
  const [color, setColor] = useState<string>();
  useEffect(() => {
    const read = () => setColor(getComputedStyle(document.documentElement).backgroundColor);
    const observer = new MutationObserver(read);
    const attributeFilter = ['data-theme', 'data-color'];
    observer.observe(document.documentElement, { attributes: true, attributeFilter });
    read();
    return () => observer.disconnect();
  }, []);
  return color && <meta name="theme-color" content={color} />;
}
