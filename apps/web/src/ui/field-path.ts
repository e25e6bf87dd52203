/** The path of a form field from the server's name for it: `values.0.path` is `['values', 0, 'path']`. */
export function fieldPath(field: string): (string | number)[] {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
