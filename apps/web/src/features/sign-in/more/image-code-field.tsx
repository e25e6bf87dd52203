import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/use-t.ts'
import { Field } from '../form-field.tsx'
import type { Form } from '../use-form.ts'
import type { ImageCode } from '../use-image-code.ts'

/** Four digits in a picture, which is itself the button for another one. */
export function ImageCodeField({ form, code }: { form: Form; code: ImageCode }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only just requested.
    box.current?.querySelector('input')?.focus()
  }, [])

  async function renew() {
    if (busy) return
    setBusy(true)
    try {
      await code.renew()
    } catch (error) {
      await form.fail(error)
    } finally {
      setBusy(false)
    }
    const input = box.current?.querySelector('input')
    if (input != null) input.value = ''
    input?.focus()
  }

  return (
    <div ref={box}>
      <Field
        form={form}
        name="captchaCode"
        label={t('access.imageCode')}
        placeholder={t('access.imageCodeHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        beside={
          <button
            type="button"
            className="sign-in-picture"
            aria-label={t('access.imageCodeRenew')}
            title={t('access.imageCodeRenew')}
            aria-disabled={busy}
            onClick={() => void renew()}
          >
            <img src={code.picture?.picture} alt={t('access.imageCodePicture')} height={42} />
          </button>
        }
      />
    </div>
  )
}
