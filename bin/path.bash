# Keeps `synapse` on the PATH of the shells that a wrapped program starts: a login shell sets the PATH anew, and reads
# this afterwards (BASH_ENV).
case ":$PATH:" in
  *":${BASH_SOURCE[0]%/*}:"*) ;;
  *) PATH="${BASH_SOURCE[0]%/*}:$PATH" ;;
esac
