import { phoneOf } from '@netward/contract/field-rules'
import { reportUrgencies } from '@netward/contract/field-work-values'
import { orderCategories } from '@netward/contract/work-order-values'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { ApiError, errorText } from '../../../lib/api-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useT } from '../../../lib/use-t.ts'
import { useCountdown } from '../use-countdown.ts'
import type { Picture } from '../use-image-code.ts'

type Wrong = Readonly<Record<string, string>>

/** The form of a fault. The phone is proved by a code, or digits in a picture are read, as the server asks for. */
export function ReportForm({ ticket, needsCode }: { ticket: string; needsCode: boolean }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [picture, setPicture] = useState<Picture | null>(null)
  const [codeId, setCodeId] = useState('')
  const wait = useCountdown()
  const values = () =>
    Object.fromEntries(
      [...new FormData(form.current ?? undefined)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : '',
      ]),
    )
  const renew = async () => setPicture(await api('POST /api/v1/auth/image-code', {}, { errors: 'caller' }))
  const picked = (given: Record<string, string>) =>
    picture === null ? {} : { captchaId: picture.captchaId, captchaCode: given['captchaCode'] ?? '' }

  /** Runs a request; the server's fields are shown beside theirs, and a picture when it asks for one. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setWrong({})
    try {
      await work()
    } catch (error) {
      setWrong(problemsOf(error))
      const asked = error instanceof ApiError && error.code.startsWith('sign_in.image_code')
      if (asked || picture !== null) await renew().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }

  const sendCode = () =>
    attempt(async () => {
      const given = values()
      const phone = phoneOf(given['phone'] ?? '')
      if (phone === null) return setWrong({ phone: t('fieldWork.outside.phoneWrong') })
      const sent = await api(
        'POST /api/v1/work/outside/code',
        { ticket, phone, ...picked(given) },
        { errors: 'caller' },
      )
      setCodeId(sent.codeId)
      setPicture(null)
      wait.start(sent.resendInSeconds)
    })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = values()
    const missing = problemsIn(given, needsCode)
    if (Object.keys(missing).length > 0)
      return setWrong(Object.fromEntries(Object.entries(missing).map(([field, key]) => [field, t(key)])))
    void attempt(async () => {
      const made = await api(
        'POST /api/v1/work/outside/report',
        {
          ticket,
          category: given['category'] as (typeof orderCategories)[number],
          urgency: given['urgency'] as (typeof reportUrgencies)[number],
          description: given['description'] ?? '',
          contactName: given['contactName'] ?? '',
          phone: given['phone'] ?? '',
          ...(needsCode && { codeId, code: given['code'] ?? '' }),
          ...picked(given),
        },
        { errors: 'caller' },
      )
      window.location.replace(`#${paths.workLink(made.ticket)}`)
    })
  }

  const field = (name: string) => ({
    name,
    'aria-invalid': wrong[name] !== undefined,
    'aria-describedby': wrong[name] === undefined ? undefined : `wrong-${name}`,
  })
  const problem = (name: string) =>
    wrong[name] !== undefined && (
      <span className="outside-wrong" id={`wrong-${name}`} role="alert">
        {wrong[name]}
      </span>
    )
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <label>
        {t('fieldWork.outside.category')}
        <select {...field('category')} defaultValue="internet_line">
          {orderCategories.map((value) => (
            <option key={value} value={value}>
              {t(`orders.categories.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('fieldWork.outside.description')}
        <textarea {...field('description')} rows={4} maxLength={2000} />
        {problem('description')}
      </label>
      <label>
        {t('fieldWork.outside.urgency')}
        <select {...field('urgency')} defaultValue="medium">
          {reportUrgencies.map((value) => (
            <option key={value} value={value}>
              {t(`orders.urgencies.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('fieldWork.outside.contactName')}
        <input {...field('contactName')} type="text" autoComplete="name" maxLength={100} />
        {problem('contactName')}
      </label>
      <label>
        {t('fieldWork.outside.phone')}
        <input {...field('phone')} type="tel" autoComplete="tel" maxLength={20} />
        {problem('phone')}
      </label>
      {picture !== null && (
        <div className="outside-row">
          <label>
            {t('fieldWork.outside.picture')}
            <input
              {...field('captchaCode')}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
            />
            {problem('captchaCode')}
          </label>
          <button
            type="button"
            className="outside-picture"
            aria-label={t('fieldWork.outside.pictureRenew')}
            onClick={() => void renew().catch(() => undefined)}
          >
            <img src={picture.picture} alt={t('fieldWork.outside.picture')} height={42} />
          </button>
        </div>
      )}
      {needsCode && (
        <div className="outside-row">
          <label>
            {t('fieldWork.outside.code')}
            <input
              {...field('code')}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
            />
            {problem('code')}
          </label>
          <button
            type="button"
            className="plain-button"
            disabled={busy || wait.seconds > 0}
            onClick={() => void sendCode()}
          >
            {wait.seconds > 0
              ? t('fieldWork.outside.again', { seconds: wait.seconds })
              : t('fieldWork.outside.sendCode')}
          </button>
        </div>
      )}
      {problem('')}
      <button type="submit" className="plain-button plain-button-primary" disabled={busy}>
        {t('fieldWork.outside.submit')}
      </button>
    </form>
  )
}

const places: Readonly<Record<string, string>> = {
  'code.wrong': 'code',
  'code.too_soon': 'code',
  'sign_in.image_code_needed': 'captchaCode',
  'sign_in.image_code_wrong': 'captchaCode',
}

function problemsOf(error: unknown): Wrong {
  if (error instanceof ApiError && error.fields.length > 0)
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
  return { [error instanceof ApiError ? (places[error.code] ?? '') : '']: errorText(error) }
}

function problemsIn(given: Record<string, string>, needsCode: boolean) {
  return {
    ...(given['description'] === '' && { description: 'fieldWork.outside.descriptionEmpty' as const }),
    ...(given['contactName'] === '' && { contactName: 'fieldWork.outside.contactNameEmpty' as const }),
    ...(phoneOf(given['phone'] ?? '') === null && { phone: 'fieldWork.outside.phoneWrong' as const }),
    ...(needsCode && given['code'] === '' && { code: 'fieldWork.outside.codeEmpty' as const }),
  }
}
