/** Moving the map by hand: one finger drags, two zoom, the wheel zooms, a click picks a room. */

import type { Camera } from './camera.svelte';
import type { Point } from './map';

/** Pixels from which a press is a drag. */
const STILL = 4;

/** Let an element be dragged and zoomed; returns what takes that away again. */
export function handled(
  stage: HTMLElement,
  camera: Camera,
  onpick: (room: string | undefined) => void,
): () => void {
  const pointers = new Map<number, Point>();
  let dragged = 0;

  function press(event: PointerEvent) {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    stage.setPointerCapture(event.pointerId);
    dragged = 0;
  }

  function drag(event: PointerEvent) {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now: Point = [event.clientX, event.clientY];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const frame = stage.getBoundingClientRect();
      const between: Point = [
        (now[0] + other[0]) / 2 - frame.left,
        (now[1] + other[1]) / 2 - frame.top,
      ];
      camera.zoom(distance(now, other) / Math.max(1, distance(before, other)), between, false);
      camera.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      dragged += 10;
    } else {
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      dragged += Math.abs(dx) + Math.abs(dy);
      if (dragged > STILL) camera.pan(dx, dy);
    }
    pointers.set(event.pointerId, now);
  }

  function release(event: PointerEvent) {
    if (!pointers.delete(event.pointerId) || dragged > STILL) return;
    onpick(
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest<SVGElement>('[data-room]')?.dataset.room)
        .find(Boolean),
    );
  }

  function wheel(event: WheelEvent) {
    event.preventDefault();
    const frame = stage.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    camera.zoom(
      Math.exp(-event.deltaY * (event.deltaMode ? 20 : 1) * speed),
      [event.clientX - frame.left, event.clientY - frame.top],
      false,
    );
  }

  stage.addEventListener('pointerdown', press);
  stage.addEventListener('pointermove', drag);
  stage.addEventListener('pointerup', release);
  stage.addEventListener('pointercancel', release);
  stage.addEventListener('wheel', wheel, { passive: false });
  return () => {
    stage.removeEventListener('pointerdown', press);
    stage.removeEventListener('pointermove', drag);
    stage.removeEventListener('pointerup', release);
    stage.removeEventListener('pointercancel', release);
    stage.removeEventListener('wheel', wheel);
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
