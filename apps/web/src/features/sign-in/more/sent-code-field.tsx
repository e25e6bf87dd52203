import { useT } from '../../../lib/use-t.ts'
import { Field } from '../form-field.tsx'
import type { Form } from '../use-form.ts'
import { ImageCodeField } from './image-code-field.tsx'
import type { SentCode } from './use-sent-code.ts'

/** The six digits, the button that sends them, and the picture if the server asks for one first. */
export function SentCodeField({ form, code }: { form: Form; code: SentCode }) {
  const t = useT()
  return (
    <>
      {code.imageCode.picture !== null && <ImageCodeField form={form} code={code.imageCode} />}
      <Field
        form={form}
        name="code"
        label={t('access.code')}
        placeholder={t('access.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        beside={
          <button
            type="button"
            className="plain-button sign-in-send"
            aria-disabled={code.busy || code.wait > 0}
            onClick={() => void code.send(form)}
          >
            {code.busy
              ? t('access.sendingCode')
              : code.wait > 0
                ? t('access.sendAgain', { seconds: code.wait })
                : t('access.sendCode')}
          </button>
        }
      >
        <output className="sign-in-hint">{code.sent !== null && t('access.codeSent', code.sent)}</output>
      </Field>
    </>
  )
}
