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
import { useConfirm } from './confirm.tsx'
import './image-field.css'

type ImagePath =
  | '/api/v1/product/:productId/icon'
  | '/api/v1/auth/application/:applicationId/icon'
  | '/api/v1/auth/tenant/:companyId/logo'
  | '/api/v1/settings/company/logo'

/** Message for an image that is not an icon. */
interface Words {
  readonly label: string
  readonly saved: string
  readonly removed: string
  readonly hint: string
  readonly upload?: string
  readonly replace?: string
  readonly remove?: string
  /** Asked before removal. */
  readonly removing?: { readonly title: string; readonly text: string }
}

/** An icon or logo: shown, selected, validated and uploaded at once; errors are shown here. */
export function ImageField<P extends ImagePath>(props: {
  path: P
  /** Owner, as the path requires it. */
  of: EndpointInput<`POST ${P}`> & EndpointInput<`DELETE ${P}`>
  /** The image now shown. */
  image: ReactNode
  /** Whether there is an image to replace or remove. */
  present: boolean
  hint?: string
  words?: Words
  onChanged: () => Promise<void>
}) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const confirm = useConfirm()
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
  // A logo has its own limit; icons have the installation's.
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

  const removing = props.words?.removing
  const removeText = props.words?.remove ?? t('common.icon.remove')
  const askToRemove = () =>
    void (removing === undefined ? remove() : confirm({ ...removing, action: removeText, act: remove }))

  return (
    <div className="image-field">
      <label htmlFor={id}>{props.words?.label ?? t('common.icon.label')}</label>
      <div className="image-field-row">
        {props.image}
        <Button icon={<UploadOutlined />} loading={share !== null} onClick={() => input.current?.click()}>
          {props.present
            ? (props.words?.replace ?? t('common.icon.replace'))
            : (props.words?.upload ?? t('common.icon.upload'))}
        </Button>
        {props.present && (
          <Button icon={<DeleteOutlined />} disabled={share !== null} onClick={askToRemove}>
            {removeText}
          </Button>
        )}
      </div>
      {share !== null && (
        <Progress
          percent={Math.round(share * 100)}
          aria-label={t('common.icon.uploading', { percent: Math.round(share * 100) })}
        />
      )}
      <p id={`${id}-problem`} className="image-field-problem" role="alert">
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
          // The same file, corrected, can be selected again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
