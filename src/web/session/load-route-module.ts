type Route = { id: string; module: string };

/**
 * Loads the code of a page, in the place of React Router's function (vite.config.ts), which reloads the document when
 * that fails: offline this ends on the browser's own error page. Instead a page that fails to render stands in, so
 * that the error page is shown inside the app; it reloads when the server can be reached (R-APP-12).
 */
export async function loadRouteModule({ id, module }: Route, loaded: Record<string, unknown>) {
  try {
    return (loaded[id] ??= await import(/* @vite-ignore */ module));
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return { default: fail, clientMiddleware: [], clientLoader: () => null };
  }
}
