/** The part of js-yaml 4 that reads exports; the package has no types of its own. */
declare module 'js-yaml' {
  export const FAILSAFE_SCHEMA: object
  export class YAMLException extends Error {
    readonly reason: string
    readonly mark?: { readonly line: number }
  }
  export function load(
    text: string,
    options: {
      readonly schema: object
      /** Called before and after each node. */
      readonly listener: (event: 'open' | 'close', state: { readonly anchor: string | null }) => void
    },
  ): unknown
}
