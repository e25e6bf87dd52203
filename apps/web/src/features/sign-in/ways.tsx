import type { KeyboardEvent } from 'react'
import { useT } from '../../lib/use-t.ts'
import { viewAddress } from './addresses.ts'

/**
 * Sign-in methods as tabs. The row has its height from the first paint; the second tab appears once it is
 * known that codes can be sent.
 */
export function Ways({
  byPhone,
  phoneCodes,
  redirect,
}: {
  byPhone: boolean
  phoneCodes: boolean
  redirect: string | undefined
}) {
  const t = useT()
  const tabs = [
    { label: t('signIn.byPassword'), address: viewAddress(null, redirect), chosen: !byPhone },
    ...(phoneCodes || byPhone
      ? [{ label: t('signIn.byPhone'), address: viewAddress('phone', redirect), chosen: byPhone }]
      : []),
  ]
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs.find(({ chosen }) => !chosen)
    if (other === undefined) return
    window.location.hash = other.address
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-selected="false"]')?.focus()
  }
  return (
    <div className="sign-in-ways" role="tablist" aria-label={t('signIn.ways')}>
      {tabs.map(({ label, address, chosen }) => (
        <button
          key={label}
          type="button"
          role="tab"
          aria-selected={chosen}
          tabIndex={chosen ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => {
            window.location.hash = address
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
