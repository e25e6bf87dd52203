import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import type { EndpointInput } from '@netward/contract'
import { uploadLimits } from '@netward/contract/field-rules'
import { Button, Progress } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiUpload } from '../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../lib/api-errors.ts'
import { imageProblem } from '../lib/image-file.ts'
import { notify } from '../lib/notify.ts'
import { useUploadLimits } from '../lib/use-upload-limits.ts'
import './icon-field.css'

type IconPath =
  | '/api/v1/product/:productId/icon'
  | '/api/v1/auth/application/:applicationId/icon'
  | '/api/v1/auth/tenant/:companyId/logo'

/** An icon: shown, chosen, judged, sent at once, and what was wrong with it is said here. */
export function IconField<P extends IconPath>(props: {
  path: P
  /** Whose icon it is, as the path wants it. */
  of: EndpointInput<`POST ${P}`> & EndpointInput<`DELETE ${P}`>
  /** As it is shown now. */
  icon: ReactNode
  /** Whether there is one to replace or remove. */
  present: boolean
  hint?: string
  /** What it is called where it is no icon, and what is said when it was changed. */
  words?: { readonly label: string; readonly saved: string; readonly removed: string; readonly hint: string }
  onChanged: () => Promise<void>
}) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setProblem(null)
    setShare(0)
    try {
      await work()
      await props.onChanged()
      notify.success(done)
    } catch (error) {
      if (error instanceof ApiError && !error.reported) {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      } else reportError(error)
    } finally {
      setShare(null)
    }
  }
  // A logo has a limit of its own, icons have that of the installation.
  const limits = useUploadLimits()
  const most = props.path.endsWith('/logo') ? uploadLimits.logo : limits.image
  const send = (file: File) => {
    const wrong = imageProblem(file, most)
    if (wrong !== null) return setProblem(t(wrong.key, { size: wrong.size ?? 0 }))
    const upload = () =>
      apiUpload(`POST ${props.path}`, file, props.of as never, { errors: 'caller', onProgress: setShare })
    return void attempt(upload, props.words?.saved ?? t('common.icon.saved'))
  }
  const remove = () =>
    attempt(
      () =>
        api(`DELETE ${props.path}` as 'DELETE /api/v1/product/:productId/icon', props.of as never, {
          errors: 'caller',
        }),
      props.words?.removed ?? t('common.icon.removed'),
    )

  return (
    <div className="icon-field">
      <label htmlFor={id}>{props.words?.label ?? t('common.icon.label')}</label>
      <div className="icon-field-row">
        {props.icon}
        <Button icon={<UploadOutlined />} loading={share !== null} onClick={() => input.current?.click()}>
          {props.present ? t('common.icon.replace') : t('common.icon.upload')}
        </Button>
        {props.present && (
          <Button icon={<DeleteOutlined />} disabled={share !== null} onClick={() => void remove()}>
            {t('common.icon.remove')}
          </Button>
        )}
      </div>
      {share !== null && (
        <Progress
          percent={Math.round(share * 100)}
          aria-label={t('common.icon.uploading', { percent: Math.round(share * 100) })}
        />
      )}
      <p id={`${id}-problem`} className="icon-field-problem" role="alert">
        {problem}
      </p>
      <small className="quiet">
        {props.words?.hint ?? [props.hint, t('common.icon.hint')].filter(Boolean).join(' ')}
      </small>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg"
        className="visually-hidden"
        tabIndex={-1}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file !== undefined) send(file)
          // The same file, corrected, can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
