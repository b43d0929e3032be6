return os
