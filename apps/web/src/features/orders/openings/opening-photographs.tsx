import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'

const listed = 'GET /api/v1/work/order/:orderId/files'
const read = 'GET /api/v1/work/order/:orderId/files/:fileId'
/** They fit a second page. */
const most = 12

/** The first photographs of an order. */
export function OpeningPhotographs({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const pictures = useApi(listed, { orderId }).data?.filter(({ isPicture }) => isPicture)
  if (pictures?.length === 0) return <p>{t('openings.photographsNone')}</p>
  return (
    <div className="opening-photographs">
      {pictures?.slice(0, most).map(({ id, name, mediaType }) => (
        <Photograph key={id} orderId={orderId} fileId={id} name={name} mediaType={mediaType} />
      ))}
    </div>
  )
}

function Photograph({
  orderId,
  fileId,
  name,
  mediaType,
}: Record<'orderId' | 'fileId' | 'name' | 'mediaType', string>) {
  // A file never changes.
  const file = useApi(read, { orderId, fileId }, { staleTime: Number.POSITIVE_INFINITY }).data
  return file === undefined ? null : <img src={`data:${mediaType};base64,${file.content}`} alt={name} />
}
