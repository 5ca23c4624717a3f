export default function Unauthorized() {
  return null;
}
