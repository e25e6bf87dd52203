import { useEffect, useState } from 'react'
import { notify } from '../lib/notify.ts'
import { useT } from '../lib/use-t.ts'
import './copy-text.css'

/** How long "copied" is shown (specification §9). */
const shownMs = 1500

/** A text with a button that copies it. */
export function CopyText({ text, mono = true }: { text: string; mono?: boolean }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Refused, or absent because the page is not served securely.
      notify.error(t('common.copyUnsupported'))
    }
  }
  const label = copied ? t('common.copied') : t('common.copy')
  return (
    <span className="copy-text">
      <span className={mono ? 'mono' : undefined}>{text}</span>
      <button
        type="button"
        className={copied ? 'copy-text-done' : undefined}
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      />
    </span>
  )
}
