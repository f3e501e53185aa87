import { useLocation } from "@remix-run/react";
import { PLACE_FIELDS, placeAt } from "./return-page";
import { useFrame } from "./use-frame";

/** The hidden fields of a form that any page may carry: that it is ours, and which page to come back to. */
export function PlaceFields() {
  const { csrf } = useFrame();
  const { pathname, search } = useLocation();
  const place = placeAt(pathname, search);
  return (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      {PLACE_FIELDS.map((name) => place[name] && <input key={name} type="hidden" name={name} value={place[name]} />)}
    </>
  );
}
