/** Loading the page anew, which must not end in the browser's own words of a lost server. */

const AGAIN_MS = 3000;

/** Whether the server answers. */
export async function isThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** Load the page anew as soon as the server answers; return what gives that up. */
export function reloadWhenThere(): () => void {
  const look = async () => {
    if (await isThere()) location.reload();
  };
  const timer = setInterval(look, AGAIN_MS);
  void look();
  return () => clearInterval(timer);
}
