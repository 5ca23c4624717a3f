import { ResetRequest } from './request.tsx';

/** Also for who is signed in: the profile leads here. */
export default function ForgotPage() {
  return <ResetRequest />;
}
