import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

const sequences = [
  ['escape', '\u001B', 'Esc'],
  ['tab', '\t', 'Tab'],
  ['up', '\u001B[A', '↑'],
  ['down', '\u001B[B', '↓'],
  ['left', '\u001B[D', '←'],
  ['right', '\u001B[C', '→'],
] as const
const plain = ['|', '/', '-', '~'] as const

/** Keys missing from a phone's keyboard. Ctrl applies to the next key only. */
export function TerminalKeys(props: {
  control: boolean
  onControl: (control: boolean) => void
  onKey: (text: string) => void
}) {
  const { t } = useTranslation()
  const { control, onControl, onKey } = props
  return (
    <fieldset className="terminal-keys" aria-label={t('terminals.keys')}>
      <Button
        size="small"
        type={control ? 'primary' : 'default'}
        aria-pressed={control}
        onMouseDown={keepFocus}
        onClick={() => onControl(!control)}
      >
        {t('terminals.key.control')}
      </Button>
      {sequences.map(([name, text, label]) => (
        <Button
          key={name}
          size="small"
          aria-label={t(`terminals.key.${name}`)}
          onMouseDown={keepFocus}
          onClick={() => onKey(text)}
        >
          {label}
        </Button>
      ))}
      {plain.map((text) => (
        <Button key={text} size="small" onMouseDown={keepFocus} onClick={() => onKey(text)}>
          {text}
        </Button>
      ))}
    </fieldset>
  )
}

/** The phone's keyboard stays open. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault()
}

/** Applies Ctrl to a key: `c` and `C` are ETX; keys without a control character stay. */
export function withControl(text: string): string {
  return /^[@-_a-z]$/.test(text) ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 0x1f) : text
}
