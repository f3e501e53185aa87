export const entry = "a file whose name carries a hash of its content";
