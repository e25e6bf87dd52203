import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiForm } from '../../lib/api-client.ts'
import { ApiError, errorText } from '../../lib/api-errors.ts'
import { token } from '../../lib/session.ts'
import { Glyph } from '../../ui/glyphs.tsx'
import { useCountdown } from './use-countdown.ts'

interface Problems {
  username?: string
  password?: string
  /** Of the whole form: what the server said. */
  form?: string
}

export function SignInForm({ prefix }: { prefix: string }) {
  const { t } = useTranslation()
  const ids = { username: useId(), password: useId() }
  const navigate = useNavigate()
  const search: { redirect?: string } = useSearch({ strict: false })
  const userName = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const wait = useCountdown()

  async function signIn(event: FormEvent) {
    event.preventDefault()
    const sent = { username: userName.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    if (sent.username === '') {
      setProblems({ username: t('validation.userNameEmpty') })
      userName.current?.focus()
      return
    }
    if (sent.password === '') {
      setProblems({ password: t('validation.passwordEmpty') })
      password.current?.focus()
      return
    }
    setBusy(true)
    setProblems({})
    try {
      const answer = await apiForm(
        'POST /api/v1/auth/login',
        { ...sent, ...(prefix !== '' && { prefix }) },
        { errors: 'caller' },
      )
      token.keep(answer.accessToken, answer.expiresAt)
      await navigate({ href: isRoute(search.redirect) ? search.redirect : '/', replace: true })
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.reported) return
      if (error instanceof ApiError && error.retryAfterSeconds !== null) wait.start(error.retryAfterSeconds)
      const fields = error instanceof ApiError ? error.fields : []
      setProblems({
        form: errorText(error),
        ...Object.fromEntries(fields.map(({ field, message }) => [field, message])),
      })
      password.current?.select()
    }
  }

  const waiting = wait.seconds > 0
  return (
    <form className="sign-in-form" noValidate onSubmit={(event) => void signIn(event)}>
      <header>
        <div className="sign-in-mobile-brand">
          <img src="/favicon.svg" alt="" width={44} height={44} />
        </div>
        <h1>{t('signIn.welcome')}</h1>
        {prefix !== '' && <p className="sign-in-prefix">{t('signIn.underPrefix', { prefix })}</p>}
      </header>
      <div className="sign-in-field">
        <label htmlFor={ids.username}>{t('signIn.userName')}</label>
        <div className="sign-in-input">
          <input
            ref={userName}
            id={ids.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder={t('signIn.userNameHint')}
            aria-invalid={problems.username !== undefined}
            aria-describedby={`${ids.username}-problem`}
          />
        </div>
        <Problem id={`${ids.username}-problem`} text={problems.username} />
      </div>
      <div className="sign-in-field">
        <label htmlFor={ids.password}>{t('signIn.password')}</label>
        <div className="sign-in-input">
          <input
            ref={password}
            id={ids.password}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={200}
            placeholder={t('signIn.passwordHint')}
            aria-invalid={problems.password !== undefined}
            aria-describedby={`${ids.password}-problem`}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={shown ? t('signIn.hidePassword') : t('signIn.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <Glyph name={shown ? 'eyeOff' : 'eye'} size={18} />
          </button>
        </div>
        <Problem id={`${ids.password}-problem`} text={problems.password} />
      </div>
      <div role="alert">
        {problems.form !== undefined && (
          <p className="sign-in-failure">
            <Glyph name="error" />
            {problems.form}
          </p>
        )}
      </div>
      <button
        type="submit"
        className="plain-button plain-button-primary sign-in-submit"
        disabled={busy || waiting}
      >
        {waiting
          ? t('signIn.wait', { seconds: wait.seconds })
          : busy
            ? t('signIn.submitting')
            : t('signIn.submit')}
      </button>
    </form>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="sign-in-problem">
      {text}
    </p>
  )
}

/** Only a route of this console: a link from outside must not lead elsewhere after signing in. */
function isRoute(value: string | undefined): value is string {
  return value !== undefined && value.startsWith('/') && !value.startsWith('//')
}
