import type { ComponentType } from 'react'
import type { Step, View } from '../addresses.ts'
import { AcknowledgeView } from './acknowledge-view.tsx'
import { CompanyView } from './company-view.tsx'
import { DirectoryView } from './directory-view.tsx'
import { PrivacyView, TermsView } from './document-view.tsx'
import { DocumentsView } from './documents-view.tsx'
import { ForgotView } from './forgot-view.tsx'
import { InvitationView } from './invitation-view.tsx'
import { OutsideView } from './outside-view.tsx'
import { PhoneForm } from './phone-form.tsx'
import { RegisterView } from './register-view.tsx'
import { ResetView } from './reset-view.tsx'
import { SecondFactorView } from './second-factor-view.tsx'
import './more.css'

export { imageCodeProblem } from '@netward/contract/field-rules'
export { ImageCodeField } from './image-code-field.tsx'

export const views: Readonly<Record<View | Step, ComponentType>> = {
  phone: PhoneForm,
  forgot: ForgotView,
  reset: ResetView,
  register: RegisterView,
  invitation: InvitationView,
  acknowledge: AcknowledgeView,
  outside: OutsideView,
  company: CompanyView,
  directory: DirectoryView,
  secondFactor: SecondFactorView,
  terms: TermsView,
  privacy: PrivacyView,
  documents: DocumentsView,
}
