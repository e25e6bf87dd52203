/** What of a pressed key decides. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key was pressed: in a field of text, or where keys have another meaning (a terminal, an open dialog). */
export type KeyPlace = 'page' | 'text' | 'own-keys'

/** Ctrl+K (⌘K) leads to the search, and so does `/` where it is not text. */
export function isSearchKey(event: PressedKey, place: KeyPlace): boolean {
  if (event.altKey || place === 'own-keys') return false
  if (event.ctrlKey || event.metaKey) return !event.shiftKey && event.key.toLowerCase() === 'k'
  return event.key === '/' && place === 'page'
}

/** Ctrl+J (⌘J) opens and closes the assistant, from its own field too. */
export function isAssistantKey(event: PressedKey, place: KeyPlace): boolean {
  if (event.altKey || event.shiftKey || place === 'own-keys') return false
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'j'
}

/** In a terminal Ctrl+K cuts a line; a dialog keeps the focus. */
export function placeOf(target: EventTarget | null): KeyPlace {
  const within = (selector: string) => target instanceof Element && target.closest(selector) !== null
  if (within('.xterm, .xterm-screen, [role="dialog"]')) return 'own-keys'
  return within('input, textarea, select, [contenteditable="true"]') ? 'text' : 'page'
}
