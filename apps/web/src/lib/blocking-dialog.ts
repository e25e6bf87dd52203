export interface BlockingDialog {
  title: string
  text: string
  /** In order; the first is the primary button and has the focus. */
  actions: readonly { label: string; act: () => void }[]
}

let open: HTMLDialogElement | null = null

export const isBlocked = (): boolean => open !== null

/**
 * A dialog that closes only by its buttons; only one is open at a time (specification §8). Made of plain
 * elements, because it may be needed before the component library has loaded.
 */
export function showBlockingDialog(dialog: BlockingDialog): void {
  if (open !== null) return
  const element = document.createElement('dialog')
  element.className = 'blocking-dialog'
  element.setAttribute('role', 'alertdialog')
  element.setAttribute('aria-labelledby', 'blocking-dialog-title')
  element.setAttribute('aria-describedby', 'blocking-dialog-text')
  const title = Object.assign(document.createElement('h2'), {
    id: 'blocking-dialog-title',
    textContent: dialog.title,
  })
  const text = Object.assign(document.createElement('p'), {
    id: 'blocking-dialog-text',
    textContent: dialog.text,
  })
  const footer = document.createElement('footer')
  const buttons = dialog.actions.map(({ label, act }, index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label })
    button.className = index === 0 ? 'plain-button plain-button-primary' : 'plain-button'
    button.addEventListener('click', () => {
      element.close()
      element.remove()
      open = null
      act()
    })
    return button
  })
  footer.append(...buttons)
  element.append(title, text, footer)
  element.addEventListener('cancel', (event) => event.preventDefault())
  // A second Escape closes a dialog even when `cancel` was prevented.
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.preventDefault()
  })
  document.body.append(element)
  open = element
  element.showModal()
  buttons[0]?.focus()
}
