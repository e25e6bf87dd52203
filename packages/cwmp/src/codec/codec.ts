import type { MessageOf, Method } from '../messages.ts'
import type { XmlNode } from '../xml.ts'
import { textOf } from '../xml.ts'

/** How one method's arguments are read from and written to its element. */
export interface MethodCodec<M extends Method> {
  decode(node: XmlNode): MessageOf<M>
  encode(message: MessageOf<M>): string
}

export type MethodCodecs<M extends Method> = { [K in M]: MethodCodec<K> }

/** An integer argument; `fallback` if invalid. */
export function integerOf(node: XmlNode, name: string, fallback = 0): number {
  const text = textOf(node, name)
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : fallback
}

export function isTrue(text: string): boolean {
  const value = text.trim().toLowerCase()
  return value === '1' || value === 'true'
}

/** A method without arguments: the message is just its name. */
export function bare<const T>(message: T): { decode: () => T; encode: () => string } {
  return { decode: () => message, encode: () => '' }
}
