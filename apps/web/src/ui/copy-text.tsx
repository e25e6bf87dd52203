import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { copied } from '../lib/copied.ts'
import { useT } from '../lib/use-t.ts'
import './copy-text.css'

/** How long "copied" is shown (specification §9). */
const shownMs = 1500

/** Longer than any address: a parameter name, which breaks at its dots. */
const longText = 40

function breakable(text: string): ReactNode {
  if (text.length <= longText) return text
  return text.split(/(?<=\.)/).map((part, index) => (
    // Parts of one text: the index identifies them.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** A text with a copy button. Stateless: a list has two in every row. */
export function CopyText({ text, mono = true }: { text: string; mono?: boolean }) {
  const t = useT()
  const label = t('common.copy')
  const copy = async ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
    const byHand = () => {
      if (button.previousElementSibling !== null)
        window.getSelection()?.selectAllChildren(button.previousElementSibling)
    }
    if (!(await copied(text, byHand))) return
    const say = (words: string, done: boolean) => {
      button.classList.toggle('copy-text-done', done)
      button.setAttribute('aria-label', words)
      button.title = words
    }
    say(t('common.copied'), true)
    setTimeout(() => say(label, false), shownMs)
  }
  return (
    <span className="copy-text">
      <span className={mono ? 'mono' : undefined}>{breakable(text)}</span>
      <button type="button" aria-label={label} title={label} onClick={(event) => void copy(event)} />
    </span>
  )
}
