/** Something that happens once, and that others wait for. */
export interface Moment {
  happen: () => void;
  happened: Promise<void>;
}

export function moment(): Moment {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}
